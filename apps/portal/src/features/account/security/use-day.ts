import { useTranslation } from "react-i18next";

/** Returns the format of days, with Latin digits in every language, as everywhere in the product. */
export function useDay(): (iso: string) => string {
  const { i18n } = useTranslation();
  const dates = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", numberingSystem: "latn" });
  return (iso) => dates.format(new Date(iso));
}
