export { createBackup, type Installed, retainBackups } from "./backups.create.ts";
export { BackupError } from "./backups.format.ts";
export { type PartOptions, type RestoredPart, restorePart, type Running } from "./backups.part.ts";
export { restoreBackup, type RestoreProgress } from "./backups.restore.ts";
