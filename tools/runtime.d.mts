/** The flags with which `npm start` runs the server's Node. */
export const SERVER_FLAGS: readonly string[];
/** The environment in which `npm start` runs the server's Node. */
export const SERVER_ENV: Readonly<Record<string, string>>;
