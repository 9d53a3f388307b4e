import type { ReactNode } from "react";
import { t } from "../shared/i18n.ts";
import type { Places } from "../targets/target.plan.ts";
import { usePlaces } from "../targets/use-places.ts";
import { Choice } from "./choice.tsx";

/** Where the next recording goes: one's own videos, or a workspace. There is no choice for who is in none. */
export function RecordInto({ places }: { places: Places }): ReactNode {
  const { value, options, choose } = usePlaces("recording", places);
  if (options.length < 2) return null;
  return (
    <div>
      <span className="grow">{t("saveIn.recordings")}</span>
      <Choice label={t("saveIn.recordings")} value={value} options={options} onChange={(place) => void choose(place)} />
    </div>
  );
}
