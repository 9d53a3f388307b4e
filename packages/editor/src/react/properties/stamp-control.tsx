import { STAMPS } from "@stillreel/contract";
import { useDisclosure, useRovingFocus } from "@stillreel/ui/primitives";
import { IconChevronDown } from "@tabler/icons-react";
import { useState, type FormEvent, type ReactNode } from "react";
import { type Glyph, GLYPHS } from "../../core/index.ts";
import { stampName } from "../layers/layer-names.ts";
import buttons from "../parts/button.module.css";
import { EditorButton } from "../parts/button.tsx";
import { classNames } from "../parts/class-names.ts";
import { Popover } from "../parts/popover.tsx";
import { useTexts } from "../texts-context.tsx";
import { emojiIn } from "./emoji.ts";
import styles from "./properties.module.css";

/** Offered emoji. Any other one can be typed. */
const EMOJI = ["👍", "👎", "❤️", "😀", "😢", "😮", "🤔", "🎉", "🔥", "⭐", "✅", "❌", "⚠️", "❓", "👀", "🚀", "🐛", "💡"] as const;

/** A built-in stamp as it will be drawn. */
function GlyphIcon({ glyph }: { glyph: Glyph }): ReactNode {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      {glyph.areas !== undefined && <path d={glyph.areas} fill="currentColor" />}
      {glyph.lines !== undefined && (
        <path d={glyph.lines} fill="none" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round" />
      )}
    </svg>
  );
}

const isOwn = (glyph: string): glyph is keyof typeof GLYPHS => Object.hasOwn(GLYPHS, glyph);

const Shown = ({ glyph }: { glyph: string }): ReactNode =>
  isOwn(glyph) ? <GlyphIcon glyph={GLYPHS[glyph]} /> : <span className={styles.emoji}>{glyph}</span>;

/** Selects the stamp or emoji to insert. */
export function StampControl({ value, onChange }: { value: string; onChange(glyph: string): void }): ReactNode {
  const { t } = useTexts();
  const { opener, isOpen, toggle, close } = useDisclosure();
  const choose = (glyph: string) => {
    close();
    onChange(glyph);
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={classNames(buttons.button, styles.size)}
        data-variant="quiet"
        aria-label={`${t("properties.glyph")}, ${stampName(value, t)}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-tip={t("properties.glyph")}
        data-tip-always
        onClick={toggle}
      >
        <Shown glyph={value} />
        <IconChevronDown size={13} stroke={1.8} aria-hidden="true" />
      </button>
      {isOpen && (
        <Popover anchor={opener} label={t("properties.glyph")} onClose={close}>
          <StampChoices value={value} onChoose={choose} />
        </Popover>
      )}
    </>
  );
}

/** The stamps that the editor draws itself, and emoji. */
export function StampChoices({ value, onChoose }: Pick<ChoicesProps, "value" | "onChoose">): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <Choices label={t("stamps.own")} glyphs={STAMPS} value={value} onChoose={onChoose} />
      <Choices label={t("stamps.emoji")} glyphs={EMOJI} value={value} onChoose={onChoose} />
      <AnyEmoji onChoose={onChoose} />
    </>
  );
}

interface ChoicesProps {
  label: string;
  glyphs: readonly string[];
  value: string;
  onChoose(glyph: string): void;
}

function Choices({ label, glyphs, value, onChoose }: ChoicesProps): ReactNode {
  const { t, direction } = useTexts();
  const rove = useRovingFocus("button", "both", direction);
  const stop = glyphs.includes(value) ? value : glyphs[0];
  return (
    <>
      <div className={styles.heading}>{label}</div>
      <div className={styles.glyphs} role="toolbar" tabIndex={-1} aria-label={label} onKeyDown={rove}>
        {glyphs.map((glyph) => (
          <button
            key={glyph}
            type="button"
            className={styles.glyph}
            aria-label={stampName(glyph, t)}
            aria-pressed={glyph === value}
            data-first-focus={glyph === value || undefined}
            tabIndex={glyph === stop ? 0 : -1}
            onClick={() => onChoose(glyph)}
          >
            <Shown glyph={glyph} />
          </button>
        ))}
      </div>
    </>
  );
}

function AnyEmoji({ onChoose }: { onChoose(glyph: string): void }): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState("");
  const emoji = emojiIn(text);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (emoji) onChoose(emoji);
  };
  return (
    <form className={styles.anyEmoji} onSubmit={handleSubmit}>
      <label className={styles.fieldLabel}>
        {t("stamps.any")}
        <input className={styles.field} placeholder={t("stamps.anyHint")} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <EditorButton label={t("stamps.use")} variant="default" isDisabled={!emoji} onPress={() => emoji && onChoose(emoji)} />
    </form>
  );
}
