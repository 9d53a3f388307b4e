import type { SensitiveBox } from "@stillreel/contract";

/** Kinds of sensitive content. */
export type SensitiveKind = SensitiveBox["kind"];

/** Position of sensitive content in a text. */
export interface Match {
  kind: SensitiveKind;
  start: number;
  end: number;
}

interface Rule {
  kind: SensitiveKind;
  /** Global expression; a named group `hit` restricts the match to itself (flag `d`). */
  pattern: RegExp;
  accept?: (found: string) => boolean;
  /** Applies only to text that resembles code, a terminal or a form. */
  codeOnly?: boolean;
}

/** File extensions that distinguish `icon@2x.png` from an e-mail address. */
const FILE_ENDING = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|m?js|tsx?|css|html?|json|md|mp4|webm|pdf|zip|gz)$/iu;

/** Checks the check digit of card numbers (Luhn algorithm). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Card number ranges by prefix and length. */
const CARDS =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17}|(?:50|5[6-8]|63|67)\d{14})$/u;
/** Notations: without spaces, in groups of four, 15 digits (American Express) or 14 digits (Diners). */
const CARD_GROUPS = /^(?:\d{13,19}|\d{4}(?:([ \u00a0-])\d{4}){2}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ \u00a0-])\d{6}\2\d{4,5})$/u;

function isCard(text: string): boolean {
  const digits = text.replace(/\D/gu, "");
  return CARD_GROUPS.test(text) && CARDS.test(digits) && !/^(\d)\1+$/u.test(digits) && passesLuhn(digits);
}

/** Length of account numbers by country: the IBAN registry, then the countries that use the format without registration. */
const IBAN_LENGTHS =
  "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30" +
  "AO25BF28BJ28CF27CG27CI28CM27CV25DZ26GA27GQ27GW25IR26KM27MA28MG27ML28MZ25NE28SN28TD27TG28";

/** Checks an account number: the remainder of the division by 97 must be 1. */
export function passesMod97(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Returns the length of the account number at the start of a text, spaces included, or 0. */
function ibanLength(text: string): number {
  const at = IBAN_LENGTHS.indexOf(text.slice(0, 2).toUpperCase());
  if (at < 0 || at % 4 !== 0) return 0;
  const length = Number(IBAN_LENGTHS.slice(at + 2, at + 4));
  let taken = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string;
    if (/[ \u00a0]/u.test(character)) continue;
    taken += character;
    if (taken.length < length) continue;
    const isWhole = !/^[A-Za-z0-9]/u.test(text.slice(index + 1));
    return isWhole && passesMod97(taken.toUpperCase()) ? index + 1 : 0;
  }
  return 0;
}

/** Checks a US social security number: some areas, group 00 and serial 0000 are never issued. */
function isSsn(text: string): boolean {
  const digits = text.replace(/\D/gu, "");
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  return serial.length === 4 && !/^(?:000|666|9)/u.test(area) && group !== "00" && serial !== "0000";
}

/** Checks an IPv4 address. 0.x and 255.x are version numbers and network masks. */
function isIpv4(text: string): boolean {
  const parts = text.split(".").map(Number);
  return parts.length === 4 && parts.every((part) => part <= 255) && parts[0] !== 0 && parts[0] !== 255;
}

/** Checks an IPv6 address, which may end with an IPv4 address and a zone. Short forms that are more likely a ratio or code are none. */
function isIpv6(text: string): boolean {
  const [address = ""] = text.split("%");
  const [, v4] = /:(\d+\.\d+\.\d+\.\d+)$/u.exec(address) ?? [];
  if (v4 !== undefined && v4.split(".").some((part) => Number(part) > 255)) return false;
  const plain = v4 === undefined ? address : `${address.slice(0, -v4.length)}0:0`;
  const halves = plain.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (halves.length > 2 || !groups.every((group) => /^[0-9a-f]{1,4}$/iu.test(group))) return false;
  if (halves.length === 1) return groups.length === 8;
  if (address === "::1") return true;
  const isLong = groups.length >= 3 || groups.some((group) => group.length >= 3);
  return groups.length >= 2 && groups.length <= 7 && isLong && /\d/u.test(plain);
}

const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?!\d)|\d{4}[./-]\d{1,2}[./-]\d{1,2}(?!\d))/u;

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/gu, "").length;
  if (DATE.test(text) || /^(\D*\d)(\D*\1)+$/u.test(text)) return false;
  return text.startsWith("+") ? digits >= 8 && digits <= 15 : digits >= 9 && digits <= 12;
}

/** Returns the entropy of a text in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;

function isRandom(text: string): boolean {
  if (UUID.test(text)) return false;
  if (/^[0-9a-f]+$/iu.test(text)) return /\d/u.test(text) && /[a-f]/iu.test(text) && entropyOf(text) >= 3;
  const digits = text.match(/\d/gu)?.length ?? 0;
  return digits >= 3 && /[a-z]/u.test(text) && /[A-Z]/u.test(text) && !/[a-z]{9}/u.test(text) && entropyOf(text) >= 4;
}

/** Placeholders for secrets in manuals and forms. */
const PLACEHOLDER =
  /^(?:[*•.x_-]+|<.*>|\$\{?\w+\}?|\{\{.*|(?:your|my|example|changeme|placeholder|null|none|undefined|true|false|string|required)\b.*)$/iu;

const SEPARATED = String.raw`(?:[ \u00a0\u2011.\-/]{0,2}\(?\d\)?)`;

/** Rules in order of priority; the first match of a position wins. */
const RULES: readonly Rule[] = [
  {
    kind: "key",
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/gu,
  },
  { kind: "key", pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/gu },
  {
    kind: "key",
    pattern:
      /(?<![A-Za-z0-9])(?:A(?:KIA|SIA)[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_\w{22,251}|glpat-[\w-]{20,64}|sk-(?:[a-z]{2,10}\d{0,2}-)*[A-Za-z0-9_]{20,200}[\w-]*|[srp]k_(?:live|test)_[A-Za-z0-9]{16,200}|whsec_[A-Za-z0-9+/=]{24,}|xox[abeoprs]-[A-Za-z0-9-]{10,250}|AIza[\w-]{35}|ya29\.[\w-]{20,}|npm_[A-Za-z0-9]{36}|SG\.[\w-]{22}\.[\w-]{43}|hf_[A-Za-z0-9]{30,}|dop_v1_[0-9a-f]{64})(?![A-Za-z0-9])/gu,
  },
  {
    kind: "password",
    pattern: /\b(?:password|passwort|passwd|passphrase|pwd)["']?\s{0,3}[:=]\s{0,3}["']?(?<hit>[^\s"',;]{6,200})/dgiu,
    accept: (found) => !PLACEHOLDER.test(found),
  },
  {
    kind: "key",
    pattern:
      /(?:\b|_)(?:secret|token|api[_ -]?key|access[_ -]?key|private[_ -]?key|client[_ -]?secret|auth)["']?\s{0,3}[:=]\s{0,3}["']?(?<hit>[\w.~+/=-]{12,400})/dgiu,
    accept: (found) => !PLACEHOLDER.test(found) && /\d/u.test(found) && /[A-Za-z]/u.test(found),
  },
  { kind: "key", pattern: /\bBearer\s{1,3}(?<hit>[\w.~+/-]{20,2000}={0,2})/dgu },
  {
    kind: "email",
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}-])/gu,
    accept: (found) => !FILE_ENDING.test(found) && !/^git@/u.test(found) && !/\.@|@-|-\./u.test(found),
  },
  { kind: "card", pattern: /(?<![\p{L}\d.,+_-])\d(?:[ \u00a0-]?\d){12,18}(?![\p{L}\d_]|[.,-]\d)/gu, accept: isCard },
  // In three groups; with spaces or without separators only where it is labelled.
  { kind: "ssn", pattern: /(?<![\p{L}\d.,+#$€£/-])\d{3}([-\u2010-\u2013])\d\d\1\d{4}(?![\p{L}\d]|[.,\u2010-\u2013-]\d)/gu, accept: isSsn },
  {
    kind: "ssn",
    pattern:
      /\b(?:ssn|soc(?:ial)?\.?[ \u00a0]sec(?:urity)?)\b\.?(?:[ \u00a0](?:number|no\.?))?[ \u00a0]?[:=#]?[ \u00a0]{0,3}(?<hit>\d{3}[ \u00a0]?\d\d[ \u00a0]?\d{4})(?![\p{L}\d])/dgiu,
    accept: isSsn,
  },
  {
    kind: "ip",
    pattern:
      /(?<![\p{L}\d:._-])(?=[0-9a-f:]*:[0-9a-f]*:)[0-9a-f:]{2,39}(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?(?:%[a-z0-9]{1,16})?(?![\p{L}\d:_]|\.\d)/giu,
    accept: isIpv6,
  },
  {
    kind: "ip",
    pattern:
      /(?<![\p{L}\d.,_-])(?<!\p{L}\/)(?<!(?:version|release|build|section|chapter|v\.|§)[ \u00a0:]{0,2})(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}(?![\p{L}\d_]|[.,-]\d)/giu,
    accept: isIpv4,
  },
  // International format with plus sign.
  {
    kind: "phone",
    pattern: new RegExp(String.raw`(?<![\p{L}\d+])\+[ \u00a0]?[1-9]${SEPARATED}{7,14}(?![\d\p{L}])`, "gu"),
    accept: isPhone,
  },
  // North American format in three groups.
  {
    kind: "phone",
    pattern:
      /(?<![\p{L}\d.,+#$€£/-])(?:1[ .-])?(?:\([2-9]\d\d\)[ \u00a0]?|[2-9]\d\d([ \u00a0.-]))[2-9]\d\d(?:\1|[ \u00a0.-])\d{4}(?![\p{L}\d]|[.,-]\d)/gu,
    accept: isPhone,
  },
  // National format with leading zero, in groups.
  {
    kind: "phone",
    pattern:
      /(?<![\p{L}\d.,+#$€£:/-])(?<!\d[ \u00a0])(?:\(0[1-9]\d{0,4}\)[ \u00a0]?|0[1-9]\d{0,4}[ \u00a0/-]{1,3})\d{2,8}(?:[ \u00a0./-]?\d{2,4}){0,4}(?![\p{L}\d]|[.,:]\d)/gu,
    accept: isPhone,
  },
  // Labelled as phone number, in any notation.
  {
    kind: "phone",
    pattern:
      /\b(?:tel(?:efon|ephone)?|phone|mobile?|cell|fax|call|whatsapp)\b\.?(?:[ \u00a0](?:number|no\.?|us))?(?:[ \u00a0]at)?[ \u00a0]?:?[ \u00a0]{0,3}(?<hit>\+?\(?\d(?:[ \u00a0./()-]{0,2}\d){6,14})(?![\p{L}\d])/dgiu,
    accept: (found) => !DATE.test(found),
  },
  {
    kind: "key",
    codeOnly: true,
    pattern:
      /(?<![\w+/=-])(?<!(?:sha-?\d{1,3}|md5|commit|digest|integrity|checksum|etag|revision)["']?[:=\s-]{1,3}["']?)[\w+/-]{32,512}={0,2}(?![\w+/])/giu,
    accept: isRandom,
  },
];

const IBAN_START = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ \u00a0]?[A-Za-z0-9])/gu;

function ibansOf(text: string): Match[] {
  return Array.from(text.matchAll(IBAN_START), ({ index }): Match => {
    const length = ibanLength(text.slice(index, index + 48));
    return { kind: "iban", start: index, end: index + length };
  }).filter(({ start, end }) => end > start);
}

function matchesOf(rule: Rule, text: string): Match[] {
  const matches: Match[] = [];
  for (const found of text.matchAll(rule.pattern)) {
    const [start, end] = found.indices?.groups?.["hit"] ?? [found.index, found.index + found[0].length];
    if (rule.accept?.(text.slice(start, end)) ?? true) matches.push({ kind: rule.kind, start, end });
  }
  return matches;
}

/** Fast test that excludes texts without any possible match. */
const CANDIDATE = /@|:[0-9a-f]{0,4}:|\d{4}|\d\D{1,3}\d+\D{1,3}\d|[\w+/-]{16}|-----BEGIN|passw|pwd/iu;

/**
 * Finds sensitive content in a text, in order and without overlaps.
 * @param isCode the text resembles code, a terminal or a form: long random texts count as keys there
 */
export function findMatches(text: string, isCode = false): Match[] {
  if (!CANDIDATE.test(text)) return [];
  const taken: Match[] = [];
  const take = (match: Match): void => {
    if (taken.every(({ start, end }) => match.end <= start || match.start >= end)) taken.push(match);
  };
  ibansOf(text).forEach(take);
  for (const rule of RULES) if (isCode || !rule.codeOnly) matchesOf(rule, text).forEach(take);
  return taken.toSorted((a, b) => a.start - b.start);
}
