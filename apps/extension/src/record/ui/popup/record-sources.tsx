import type { RecordingSource } from "@stillreel/recorder/types";
import type { ReactNode } from "react";
import { t } from "../../../shared/data/i18n.ts";
import { Choice } from "../../../shared/ui/choice.tsx";
import { SourcePicture } from "./record-icons.tsx";

/** Three tiles; two of them cover two sources each, selected by a menu in place of the name. */
const TILES = [
  { picture: "tab", sources: ["tab", "area"], menu: "tabChoice" },
  { picture: "screen", sources: ["screen", "window"], menu: "screenChoice" },
  { picture: "camera", sources: ["camera"], menu: null },
] as const satisfies readonly { picture: string; sources: readonly RecordingSource[]; menu: string | null }[];

const nameOf = (source: RecordingSource): string => t(`recorder:popup.source.${source}`);

interface SourcesProps {
  source: RecordingSource;
  onChange: (source: RecordingSource) => void;
}

/** The recording source. */
export function RecordSources({ source, onChange }: SourcesProps): ReactNode {
  return (
    <div className="sources" role="radiogroup" aria-label={t("recorder:popup.sources")}>
      {TILES.map(({ picture, sources, menu }) => {
        const own = (sources as readonly RecordingSource[]).find((each) => each === source);
        const shown = own ?? sources[0];
        return (
          <div key={picture} className={own ? "source on" : "source"}>
            <label>
              <input type="radio" name="source" checked={own !== undefined} onChange={() => onChange(shown)} />
              <SourcePicture of={picture} />
              <b className={own && menu ? "visually-hidden" : ""}>{nameOf(shown)}</b>
            </label>
            {own && menu && (
              <Choice
                className="source-choice"
                label={t(`recorder:popup.${menu}`)}
                value={own}
                options={sources.map((value) => ({ value, label: nameOf(value) }))}
                onChange={(value) => onChange(value as RecordingSource)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
