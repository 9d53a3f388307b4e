import { useEffect, type ReactNode } from "react";
import { onLive } from "../../platform/live/live-events.ts";
import { refreshTransfers } from "./data.queries.ts";
import { ImportSection } from "./import-section.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { TakeoutSection } from "./takeout-section.tsx";

/** Export and import of the user's data. */
export function DataScreen(): ReactNode {
  useEffect(
    () =>
      onLive((event) => {
        if (event.type === "transfers" || event.type === "reset") void refreshTransfers();
      }),
    [],
  );
  return (
    <SettingsFrame page="data">
      <TakeoutSection />
      <ImportSection />
    </SettingsFrame>
  );
}
