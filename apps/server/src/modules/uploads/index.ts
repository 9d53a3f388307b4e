import type { Ports } from "../../ports/index.ts";
import type { Module } from "../module.ts";

export function createUploads(_ports: Ports): Module {
  return {};
}
