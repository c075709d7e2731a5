// The admin's page: it lists players' reports, and a ban closes the case.

import assert from "node:assert/strict";
import { test } from "node:test";

import { stage, visitor } from "../harness.js";

const TOKEN = "ad".repeat(32);

const { server, browser } = await stage({ bots: "off", env: { NIM_ADMIN_TOKEN: TOKEN } });

async function post(path, body, token) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, said: answer.status === 204 ? null : await answer.json() };
}

test("the admin sees a report, bans the player, and closes it", async () => {
  const password = "seven wild horses at dawn";
  const [ada, eve] = await Promise.all(
    ["Ada", "Eve"].map(async (name) => (await post("/api/register", { name, password })).said),
  );
  const report = { player: eve.you.id, complaint: "conduct", text: "<b>stalls</b>" };
  assert.equal((await post("/api/reports", report, ada.token)).status, 204);
  const { page } = await visitor(browser, server, { name: "Admin" });
  await page.goto(`${server.url}/admin`);
  await page.fill("[name=token]", "00".repeat(32));
  await page.click("text=Enter");
  await page.waitForSelector("#said:has-text('token')");
  await page.fill("[name=token]", TOKEN);
  await page.click("text=Enter");
  await page.click("text=Show reports");
  await page.waitForSelector("li:has-text('<b>stalls</b>')");
  page.on("dialog", (dialog) => dialog.accept("2"));
  await page.click("li:has-text('stalls') >> text=Ban");
  await page.waitForSelector("#said:has-text('Ban')");
  const me = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${eve.token}` } });
  assert.equal(me.status, 403);
  await page.click("text=Done");
  await page.waitForSelector("section:has-text('Reports') li:has-text('None.')");
  await page.click("text=Show audit log");
  await page.waitForSelector("li:has-text('close_report')");
  await page.waitForSelector("li:has-text('ban_player')");
});
