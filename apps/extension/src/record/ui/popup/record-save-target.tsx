import type { ReactNode } from "react";
import { t } from "../../../shared/data/i18n.ts";
import type { SaveTargets } from "../../../shared/core/save-target.plan.ts";
import { useSaveTarget } from "../../../shared/ui/use-save-target.ts";
import { Choice } from "../../../shared/ui/choice.tsx";

/** Save target of the next recording: the personal library or a workspace. Hidden without workspaces. */
export function RecordInto({ saveTargets }: { saveTargets: SaveTargets }): ReactNode {
  const { value, options, choose } = useSaveTarget("recording", saveTargets);
  if (options.length < 2) return null;
  return (
    <div>
      <span className="grow">{t("saveIn.recordings")}</span>
      <Choice label={t("saveIn.recordings")} value={value} options={options} onChange={(location) => void choose(location)} />
    </div>
  );
}
