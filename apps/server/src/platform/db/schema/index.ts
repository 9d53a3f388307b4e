export * from "./users.table.ts";
export * from "./workspaces.table.ts";
export * from "./items.table.ts";
export * from "./rights.table.ts";
export * from "./shares.table.ts";
export * from "./service.table.ts";
export * from "./search.table.ts";
export * from "./transfers.table.ts";
