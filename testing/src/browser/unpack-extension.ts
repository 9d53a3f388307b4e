import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { unzipSync } from "fflate";

/** Downloads the extension from a server, as a user would, and unpacks it. Returns the folder to load. */
export async function unpackExtension(serverUrl: string): Promise<string> {
  const response = await fetch(`${serverUrl}/extension/stillreel.zip`);
  if (!response.ok) throw new Error(`The server gives no extension: ${response.status} ${await response.text()}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), "stillreel-extension-"));
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())))) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return path.join(folder, "stillreel");
}
