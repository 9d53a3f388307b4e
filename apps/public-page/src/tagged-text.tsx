import { Fragment, type ReactNode } from "react";

/**
 * Returns a sentence whose tagged parts are elements: `I agree to the <terms>terms</terms>`. The texts of each language decide where in the
 * sentence the parts are. A tag without an element stays plain text.
 * @param elements creates the element of a tag from the text inside it
 */
export function taggedText(text: string, elements: Readonly<Record<string, (inner: string) => ReactNode>>): ReactNode {
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/u);
  // The parts are in groups of three: text between two tags, name of a tag, text inside it.
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    if (index % 3 === 1) return <Fragment key={part}>{elements[part]?.(parts[index + 1] ?? "") ?? parts[index + 1]}</Fragment>;
    return null;
  });
}
