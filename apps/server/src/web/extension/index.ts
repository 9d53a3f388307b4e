import type { Ports } from "../../platform/ports/index.ts";
import type { Module } from "../../platform/module.ts";
import { extensionRoutes } from "./extension.routes.ts";
import { createExtensionZips } from "./extension.service.ts";

/** Creates the module for the extension download. The extension is built with the server and configured at download. */
export function createExtension(ports: Ports): Module {
  const zips = createExtensionZips(import.meta.dirname);
  return { routes: (app) => extensionRoutes(app, ports, zips) };
}
