import type { Ports } from "../../ports/index.ts";
import type { Module } from "../module.ts";

export function createOutbox(_ports: Ports): Module {
  return {};
}
