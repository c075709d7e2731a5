// The logo: heaps of one, two and three, the smallest three heaps in balance. The two ones
// have one colour, the two twos the other: the player to move loses.

/** @param {number} x @param {number} y @param {string} name */
const dot = (x, y, name) => `<ellipse cx="${x}" cy="${y}" rx="4.6" ry="3.9" class="${name}"/>`;

export const logo =
  dot(5.4, 26, "ones") +
  dot(16, 26, "twos") +
  dot(16, 16.9, "twos") +
  dot(26.6, 26, "twos") +
  dot(26.6, 16.9, "twos") +
  dot(26.6, 7.8, "ones");
