/** Name of the connection that holds the offscreen page open. Its first message confirms that the page is listening. */
export const OFFSCREEN_PORT = "offscreen-hold";
