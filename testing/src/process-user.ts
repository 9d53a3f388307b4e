import { multipart } from "./form.ts";
import type { ServerProcess } from "./server-process.ts";

/** A user of a server process, with the headers of their session. */
export interface ProcessUser {
  email: string;
  password: string;
  headers: Record<string, string>;
}

const PASSWORD = "correct horse 7";

async function sessionOf(server: Pick<ServerProcess, "url">, path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`${server.url}/api/v1/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  const { idToken, refreshToken } = (JSON.parse(text) as { data: { idToken: string; refreshToken: string } }).data;
  return { idtoken: idToken, refreshtoken: refreshToken };
}

/** Creates an account on a server process. */
export async function registerAt(server: Pick<ServerProcess, "url">, email: string): Promise<ProcessUser> {
  const headers = await sessionOf(server, "register", { email, password: PASSWORD, username: "Person" });
  return { email, password: PASSWORD, headers };
}

/** Signs an existing user in with the password. */
export async function signInAt(
  server: Pick<ServerProcess, "url">,
  { email, password }: Omit<ProcessUser, "headers">,
): Promise<ProcessUser> {
  return { email, password, headers: await sessionOf(server, "login", { email, password }) };
}

/** Calls the API of a server process and returns the data of the answer. @throws Error when the answer is not successful */
export async function callAt<T>(
  server: Pick<ServerProcess, "url">,
  user: ProcessUser,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { ...user.headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** Uploads an image into the user's personal library. Returns its id. */
export async function uploadImageAt(
  server: Pick<ServerProcess, "url">,
  user: ProcessUser,
  bytes: Uint8Array,
  title: string,
): Promise<string> {
  const form = multipart({ fullFileName: "shot.png", title }, { fileName: "shot.png", type: "image/png", bytes });
  const answer = await fetch(`${server.url}/api/v1/workspace/personal/files/image`, {
    method: "POST",
    headers: { ...user.headers, ...form.headers },
    body: new Uint8Array(form.payload),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`An upload answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { data: { id: string } }).data.id;
}

/** Reads the original bytes of an item, as its owner. */
export async function originalAt(server: Pick<ServerProcess, "url">, user: ProcessUser, itemId: string): Promise<Buffer> {
  const download = await fetch(`${server.url}/api/v1/items/${itemId}/download?format=original`, {
    headers: user.headers,
    redirect: "manual",
  });
  const location = download.headers.get("location");
  const answer = location ? await fetch(new URL(location, server.url)) : download;
  if (!answer.ok) throw new Error(`The original of ${itemId} answered ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}
