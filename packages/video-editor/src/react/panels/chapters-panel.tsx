import { EditorButton, IconButton, ICON } from "@stillreel/editor/parts";
import { IconFlag, IconTrash } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { clock, type Chapter, removedChapters, shownAt, timeOf } from "../../core/index.ts";
import { addChapter } from "../actions.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./panels.module.css";

const NAME_MAX = 100;

/** The chapters with their names. Chapters whose content is removed are marked. */
export function ChaptersPanel(): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const editor = useEditor();
  const chapters = useEditorState((state) => state.chapters);
  const timeline = useEditorState((state) => state.timeline);
  const edits = useEditorState((state) => state.document);
  const time = useEditorState((state) => clock(shownAt(state.timeline, state.playhead).at));
  const gone = new Set(removedChapters(edits, chapters, editor.lengthOf(undefined)));
  return (
    <section className={styles.section}>
      <EditorButton
        label={t("chapters.add", { time })}
        icon={<IconFlag {...ICON} />}
        hint="H"
        variant="default"
        onPress={() => addChapter(editor, texts)}
      />
      {chapters.length === 0 && <p className={styles.hint}>{t("chapters.empty")}</p>}
      <ol className={styles.list}>
        {chapters.map((chapter, index) => (
          <li key={index} className={styles.entry}>
            <button
              type="button"
              className={styles.time}
              onClick={() => editor.seek(timeOf(timeline, { itemId: undefined, at: chapter.at }) ?? 0)}
            >
              {clock(chapter.at)}
            </button>
            <ChapterName
              chapter={chapter}
              isGone={gone.has(chapter.name)}
              onChange={(name) => editor.setChapters(chapters.with(index, { ...chapter, name }), `chapter-name:${index}`)}
            />
            <IconButton
              label={t("chapters.remove", { name: chapter.name })}
              icon={<IconTrash {...ICON} />}
              onPress={() => editor.setChapters(chapters.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface NameProps {
  chapter: Chapter;
  isGone: boolean;
  onChange(name: string): void;
}

/** The name of a chapter. An empty one is not used: on blur the last name returns. */
function ChapterName({ chapter, isGone, onChange }: NameProps): ReactNode {
  const { t } = useTexts();
  const editor = useEditor();
  const [text, setText] = useState<string | null>(null);
  return (
    <input
      className={styles.input}
      dir="auto"
      value={text ?? chapter.name}
      maxLength={NAME_MAX}
      aria-label={[t("chapters.name", { time: clock(chapter.at) }), ...(isGone ? [t("chapters.gone")] : [])].join(", ")}
      data-gone={isGone || undefined}
      aria-invalid={text?.trim() === ""}
      onChange={(event) => {
        setText(event.target.value);
        if (event.target.value.trim() !== "") onChange(event.target.value);
      }}
      onBlur={() => {
        setText(null);
        editor.settle();
      }}
    />
  );
}
