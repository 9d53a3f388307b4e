import type { Ports } from "../../ports/index.ts";
import type { Module } from "../module.ts";

export function createEmails(_ports: Ports): Module {
  return {};
}
