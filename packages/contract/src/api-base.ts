/** Path of the API below the server's address. */
export const API_BASE = "/api/v1";
