import { type ReactNode, useState } from "react";
import { titleOf } from "../../../shared/data/file-name.ts";
import { t } from "../../../shared/data/i18n.ts";

interface TitleFieldProps {
  title: string;
  pageUrl: string | null;
  onChange(title: string): void;
}

/** Shows the capture's title as an editable field. */
export function TitleField({ title, pageUrl, onChange }: TitleFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const finish = (): void => {
    if (draft !== null && draft.trim() !== "" && draft !== title) onChange(titleOf(draft, pageUrl));
    setDraft(null);
  };
  return (
    <input
      className="title-field"
      dir="auto"
      aria-label={t("editorPage.title")}
      value={draft ?? title}
      size={Math.min(48, Math.max(8, (draft ?? title).length))}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === "Escape") setDraft(null);
        if (event.key === "Enter") event.currentTarget.blur();
        // Typed letters must not select tools.
        event.stopPropagation();
      }}
    />
  );
}
