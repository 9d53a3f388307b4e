import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { extensionRoutes } from "./extension.routes.ts";
import { createExtensionZips } from "./extension.service.ts";

/** The browser extension's download: built with the server, addressed to it when handed out. */
export function createExtension(ports: Ports): Module {
  const zips = createExtensionZips(import.meta.dirname);
  return { routes: (app) => extensionRoutes(app, ports, zips) };
}
