export { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from "./embedded-postgres.ts";
export { lockInstance, type InstanceLock } from "./instance-lock.ts";
