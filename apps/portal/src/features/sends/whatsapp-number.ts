/** Most digits of a number. */
export const NUMBER_MAX = 12;
/** Fewest digits of a number with its country code. */
const NUMBER_MIN = 7;

/** Why a number is not accepted. */
export type NumberProblem = "required" | "letters" | "country" | "short" | "long";

/** Returns a typed or pasted number without the marks by which people separate digits. */
export const bareNumber = (typed: string): string => typed.replace(/[\s+().\-/\u2010-\u2015\u202a-\u202e\u2066-\u2069]/gu, "");

/** Returns why a bare number is not accepted, or null. It is required, has at most 12 digits, and begins with the country code. */
export function numberProblem(number: string): NumberProblem | null {
  if (number === "") return "required";
  if (!/^\d+$/u.test(number)) return "letters";
  if (number.startsWith("0")) return "country";
  if (number.length > NUMBER_MAX) return "long";
  return number.length < NUMBER_MIN ? "short" : null;
}

/** Returns the address that opens a chat with a text (faq.whatsapp.com, "click to chat"). */
export const chatAddress = (number: string, text: string): string => `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
