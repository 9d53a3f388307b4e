import type { ReactNode } from "react";
import { t } from "../../../shared/data/i18n.ts";
import type { Places } from "../../../shared/core/save-target.plan.ts";
import { usePlaces } from "../../../shared/ui/use-save-target.ts";
import { Choice } from "../../../shared/ui/choice.tsx";

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
