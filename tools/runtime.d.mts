/** The flags with which `npm start` runs the server's Node. */
export const SERVER_FLAGS: readonly string[];
