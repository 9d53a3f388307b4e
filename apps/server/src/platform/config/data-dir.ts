import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { ConfigError } from "./config.ts";

/**
 * Creates the data folder and returns its real absolute path, so that two spellings give the same path.
 * @throws ConfigError when the folder cannot be created or written.
 */
export function openDataDir(folder: string): string {
  try {
    makeFolder(path.resolve(folder));
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(folder);
  } catch (error) {
    const reason = (error as Error).message;
    throw new ConfigError(`DATA_DIR: the folder ${folder} cannot be used (${reason}). Choose a folder that this user may write to.`);
  }
}

/** Creates a folder and its parents one by one. Node's recursive call never returns where a parent refuses with ENOENT, as in /proc. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Returns the secret of the installation: the configured one, or the one stored in the data folder.
 * The stored secret is generated at the first start. It is written to a temporary file and then linked to its final
 * name, so that two concurrent first starts use the same secret and a crash leaves either no file or a complete one.
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
