export { createBackup, type Installed, retainBackups } from "./backups.create.ts";
export { BackupError } from "./backups.format.ts";
export { restoreBackup } from "./backups.restore.ts";
