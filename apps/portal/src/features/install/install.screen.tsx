import type { ReactNode } from "react";

export function InstallScreen(): ReactNode {
  return null;
}
