import { useRef, useState, type ChangeEvent, type FormEvent } from "react";

/** Values of a form: texts and booleans by field name. */
export type FormValues = Record<string, string | boolean>;
/** Validation of the fields: each rule returns an error sentence or undefined. */
export type Rules<V extends FormValues> = { [K in keyof V]?: (value: V[K], values: V) => string | undefined };

/** Props that bind a text field to a form. */
export interface TextBinding {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur: () => void;
}

/** Props that bind a checkbox to a form. */
export interface CheckBinding {
  name: string;
  checked: boolean;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** A form's state. */
export interface Form<V extends FormValues> {
  values: V;
  set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  text: (name: keyof V & string) => TextBinding;
  check: (name: keyof V & string) => CheckBinding;
  /** Shows the server's error of a field, until the field changes. */
  fail: (name: keyof V & string, message: string) => void;
  /** Resets to these values, without errors. */
  reset: (values: V) => void;
  /** For `onSubmit`: validates everything, then calls the handler, or focuses the first invalid field. */
  submit: (handler: (values: V) => void) => (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Manages the state of a form. A field is validated on blur (unless it is still empty) and then on every key. Submitting validates
 * all fields. An empty field gets no error on blur: a message that appears between pressing and releasing the mouse would move the
 * link that is being clicked.
 */
export function useForm<V extends FormValues>({ initial, rules }: { initial: V; rules: Rules<V> }): Form<V> {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const order = useRef(Object.keys(initial));

  const complaint = (name: keyof V & string): string | undefined => rules[name]?.(values[name], values);
  const errorOf = (name: keyof V & string): string | undefined => refused[name] ?? (touched.has(name) ? complaint(name) : undefined);
  const touch = (name: string): void => setTouched((known) => new Set([...known, name]));
  const set: Form<V>["set"] = (name, value) => {
    setValues((known) => ({ ...known, [name]: value }));
    setRefused((known) => ({ ...known, [name]: undefined }));
  };

  return {
    values,
    set,
    text: (name) => ({
      name,
      value: String(values[name]),
      error: errorOf(name),
      onChange: (event) => set(name, event.currentTarget.value as V[typeof name]),
      onBlur: () => {
        if (values[name] !== "") touch(name);
      },
    }),
    check: (name) => ({
      name,
      checked: Boolean(values[name]),
      error: errorOf(name),
      onChange: (event) => set(name, event.currentTarget.checked as V[typeof name]),
    }),
    fail: (name, message) => setRefused((known) => ({ ...known, [name]: message })),
    reset: (next) => {
      setValues(next);
      setTouched(new Set());
      setRefused({});
    },
    submit: (handler) => (event) => {
      event.preventDefault();
      setTouched(new Set(order.current));
      const wrong = order.current.find((name) => complaint(name) !== undefined);
      if (wrong === undefined) return handler(values);
      const field = event.currentTarget.elements.namedItem(wrong);
      if (field instanceof HTMLElement) field.focus();
    },
  };
}
