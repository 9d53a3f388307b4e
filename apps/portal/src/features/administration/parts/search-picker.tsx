import { CloseButton, TextInput } from "@mantine/core";
import { Avatar } from "@stillreel/ui";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./search-picker.module.css";

/** An option of a {@link SearchPicker}. */
export interface PickedOption {
  id: string;
  name: string;
  /** Second line, for example an e-mail address. */
  text?: string;
  photoURL?: string | null;
}

interface Props {
  label: string;
  placeholder: string;
  /** Text when nothing matches. */
  none: string;
  picked: PickedOption | null;
  options: readonly PickedOption[];
  isSearching: boolean;
  error?: string | undefined;
  typed: string;
  onType: (typed: string) => void;
  onPick: (option: PickedOption | null) => void;
}

/** A field that searches while typing, with a list of options. The picked option replaces the text, until it is cleared. */
export function SearchPicker({ label, placeholder, none, picked, options, isSearching, error, typed, onType, onPick }: Props): ReactNode {
  const { t } = useTranslation("administration");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = isOpen && picked === null;
  const current = Math.min(active, Math.max(0, options.length - 1));
  const pick = (option: PickedOption): void => {
    onPick(option);
    onType("");
    setOpen(false);
  };
  const clear = (): void => {
    onPick(null);
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const chosen = options[current];
    if (event.key === "Escape" && shown) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "Enter" && shown) {
      event.preventDefault();
      if (chosen) pick(chosen);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (shown && options.length > 0) setActive((current + step + options.length) % options.length);
    } else if (event.key === "Backspace" && picked !== null) clear();
  };
  return (
    <div className={styles.picker} onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}>
      <TextInput
        ref={field}
        label={label}
        role="combobox"
        autoComplete="off"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && options[current] ? `${id}-${current}` : undefined}
        placeholder={placeholder}
        maxLength={100}
        value={picked?.name ?? typed}
        readOnly={picked !== null}
        error={error}
        leftSection={picked?.photoURL === undefined ? null : <Avatar name={picked.name} src={picked.photoURL} size={22} />}
        rightSection={picked && <CloseButton size="sm" aria-label={t("picker.clear", { label })} onClick={clear} />}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={({ currentTarget }) => {
          setOpen(true);
          setActive(0);
          onType(currentTarget.value);
        }}
        onKeyDown={onKey}
      />
      {shown && (
        <div className={`${styles.list} on-raised`}>
          <ul id={`${id}-list`} role="listbox" aria-label={label} aria-busy={isSearching}>
            {options.map((option, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys of its options
              <li
                key={option.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === current}
                className={styles.option}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(option)}
              >
                {option.photoURL !== undefined && <Avatar name={option.name} src={option.photoURL} size={28} />}
                <span className={styles.names}>
                  <bdi>{option.name}</bdi>
                  {option.text !== undefined && <bdi className={styles.text}>{option.text}</bdi>}
                </span>
              </li>
            ))}
          </ul>
          {options.length === 0 && !isSearching && (
            <p className={styles.none} role="status">
              {none}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
