import type { ReactNode } from "react";
import { t } from "../../shared/data/i18n.ts";

/** Reports that a chosen save target is closed, and where captures go instead. */
export function LostTarget({ name, onRead }: { name: string; onRead: () => void }): ReactNode {
  return (
    <div className="notice" role="alert">
      <span className="grow">{name === "" ? t("saveIn.lostUnnamed") : t("saveIn.lost", { name })}</span>
      <button type="button" className="small-button" onClick={onRead}>
        {t("saveIn.dismiss")}
      </button>
    </div>
  );
}
