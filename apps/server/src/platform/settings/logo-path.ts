import { API_BASE } from "@stillreel/contract";
import type { EffectiveSettings } from "../ports/settings.port.ts";

/** Returns the path of the uploaded logo, or null. A new logo has a new path. */
export const logoPath = ({ logo }: Pick<EffectiveSettings, "logo">): string | null =>
  logo === null ? null : `${API_BASE}/logo/${logo.id}`;
