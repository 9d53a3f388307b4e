export { embeddedConnection, startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from "./embedded-postgres.ts";
export { AlreadyRunningError, lockInstance, type InstanceLock } from "./instance-lock.ts";
