/** The name of the connection by which others keep the offscreen page standing. Its first message says that the page hears. */
export const OFFSCREEN_PORT = "offscreen-hold";
