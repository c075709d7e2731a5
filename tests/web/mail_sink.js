// A mail server that accepts everything and keeps it for the test (RFC 5321).

import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

/** @typedef {{to: string, text: string}} Mail  The recipient on the envelope; the text, decoded. */

/** @returns {Promise<{url: string, next: () => Promise<Mail>, close: () => void}>} */
export async function mailSink() {
  const mails = [];
  const waiting = [];
  const server = createServer((socket) =>
    take(socket, (mail) => (waiting.shift() ?? ((m) => mails.push(m)))(mail)),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${server.address().port}`,
    next: async () => mails.shift() ?? new Promise((done) => waiting.push(done)),
    close: () => server.close(),
  };
}

/** Takes the mails of one connection. */
async function take(socket, say) {
  socket.write("220 sink\r\n");
  let to = "";
  /** @type {string[] | null} */
  let text = null;
  for await (const line of createInterface(socket)) {
    if (text && line !== ".") {
      text.push(line);
      continue;
    }
    if (text) say({ to, text: text.join("\n").replaceAll("=\n", "").replaceAll("=3D", "=") });
    const began = /^DATA/i.test(line);
    text = began ? [] : null;
    if (/^RCPT/i.test(line)) to = line.split(/[<>]/)[1];
    socket.write(began ? "354 go on\r\n" : /^QUIT/i.test(line) ? "221 bye\r\n" : "250 ok\r\n");
  }
}
