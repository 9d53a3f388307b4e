import type { ReactNode } from "react";

export function ItemScreen(): ReactNode {
  return null;
}
