import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Makes the data folder and answers its real, absolute path, so that two spellings of it are one. */
export function openDataDir(folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  return fs.realpathSync(folder);
}

/**
 * The installation's secret: the configured one, or the one kept in the data folder, made on the first start.
 * Written aside and linked into place, so that two first starts agree on one and a crash leaves none or all of it.
 */
export function installationSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured;
  const file = path.join(dataDir, "secret");
  if (!fs.existsSync(file)) {
    const aside = `${file}.${process.pid}`;
    const handle = fs.openSync(aside, "w", 0o600);
    fs.writeSync(handle, `${randomBytes(48).toString("base64url")}\n`);
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    try {
      fs.linkSync(aside, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      fs.rmSync(aside, { force: true });
    }
  }
  const secret = fs.readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new Error(
      `The secret in ${file} is damaged (shorter than 32 characters). Restore it from a backup, or remove the file: links with a password then ask for it again.`,
    );
  return secret;
}
