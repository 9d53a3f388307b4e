import { describe, expect, test } from "vitest";
import { entropyOf, findMatches, passesLuhn, passesMod97 } from "./matchers.ts";

const found = (text: string, isCode = false): string[] =>
  findMatches(text, isCode).map(({ kind, start, end }) => `${kind}:${text.slice(start, end)}`);

describe("e-mail addresses", () => {
  test.each(["ada@site.example", "a.b+c@mail.site.co.uk", "o'neil@site.ie", "иван@почта.рф", "x_1%y@a-b.museum"])(
    "%s is one",
    (address) => {
      expect(found(`Write to ${address}, please.`)).toEqual([`email:${address}`]);
    },
  );
  test.each(["icon@2x.png", "@ada", "react@19.3.1", "user@localhost", "git@github.com:a/b.git", "a@b", "price @ 4.50", "lib@latest.js"])(
    "%s is none",
    (text) => expect(found(text)).toEqual([]),
  );
  test("two adjacent addresses are two matches", () => {
    expect(found("a1@site.example;b2@site.example")).toEqual(["email:a1@site.example", "email:b2@site.example"]);
  });
});

describe("card numbers", () => {
  test.each([
    "4111111111111111",
    "4111 1111 1111 1111",
    "5500-0000-0000-0004",
    "3782 822463 10005",
    "378282246310005",
    "6011000990139424",
    "3056 930902 5904",
    "2223003122003222",
    "3530111333300000",
    "4111\u00a01111\u00a01111\u00a01111",
  ])("%s is one", (number) => expect(found(`Card: ${number}.`)).toEqual([`card:${number}`]));
  test.each([
    "4111111111111112",
    "1234567890123452",
    "0000 0000 0000 0000",
    "4111 1111 1111",
    "Order 7302918475629102",
    "2026-03-10 14:06:09 1234",
    "4.111.111.111.111.111",
    "41 11 11 11 11 11 11 11",
    "1700000000000",
  ])("%s is none", (text) => expect(found(text)).toEqual([]));
  test("the check digit", () => {
    expect(passesLuhn("4111111111111111")).toBe(true);
    expect(passesLuhn("4111111111111121")).toBe(false);
  });
});

/** An account number of each country that publishes an example, and of some that use the format without registration. */
const IBAN_EXAMPLES = (
  "AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201 AZ21NABZ00000000137010001944 " +
  "BA391290079401028494 BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456 BR1800360305000010009795493C1 " +
  "BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600 CZ6508000000192000145399 " +
  "DE89370400440532013000 DK5000400440116243 DO28BAGR00000001212453611324 EE382200221020145685 EG380019000500000000263180002 " +
  "ES9121000418450200051332 FI2112345600000785 FO6264600001631634 FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917 " +
  "GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695 GT82TRAJ01020000001210029690 HR1210010051863000160 " +
  "HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999 IQ98NBIQ850123456789012 IS140159260076545510730339 " +
  "IT60X0542811101000000123456 JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100 " +
  "LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA LT121000011101001000 LU280019400644750000 " +
  "LV80BANK0000435195001 MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984 " +
  "MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR NL91ABNA0417164300 NO9386011117947 " +
  "PK36SCBL0000001123456702 PL61109010140000071219812874 PS92PALS000000000400123456702 PT50000201231234567890154 " +
  "QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379 SA0380000000608010167519 SC18SSCB11010000000000001497USD " +
  "SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541 SM86U0322509800000000270100 ST68000100010051845310112 " +
  "SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326 UA213223130000026007233566001 " +
  "VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906"
).split(" ");

describe("account numbers", () => {
  test.each([
    "DE89370400440532013000",
    "DE89 3704 0044 0532 0130 00",
    "GB82 WEST 1234 5698 7654 32",
    "FR14 2004 1010 0505 0001 3M02 606",
    "NL91ABNA0417164300",
    "NO93 8601 1117 947",
  ])("%s is one", (iban) => {
    expect(found(`IBAN ${iban}`)).toEqual([`iban:${iban}`]);
    expect(found(`${iban}, at once`)).toEqual([`iban:${iban}`]);
  });
  test.each(["DE89 3704 0044 0532 0130 01", "DE8937040044053201300", "XX12 3456 7890 1234", "AB12 CD34", "ISO 9001 2015"])(
    "%s is none",
    (text) => expect(found(text)).toEqual([]),
  );
  test.each(IBAN_EXAMPLES)("%s is one", (iban) => {
    expect(found(iban)).toEqual([`iban:${iban}`]);
    const spaced = iban.match(/.{1,4}/gu)!.join(" ");
    expect(found(`To ${spaced}.`)).toEqual([`iban:${spaced}`]);
    // One digit less, one more, and another check digit.
    expect(found(iban.slice(0, -1)).filter((text) => text.startsWith("iban"))).toEqual([]);
    expect(found(`${iban}0`).filter((text) => text.startsWith("iban"))).toEqual([]);
    const wrong = `${iban.slice(0, 3)}${(Number(iban[3]) + 1) % 10}${iban.slice(4)}`;
    expect(found(wrong).filter((text) => text.startsWith("iban"))).toEqual([]);
  });
  test("the check digits", () => {
    expect(passesMod97("GB82WEST12345698765432")).toBe(true);
    expect(passesMod97("GB83WEST12345698765432")).toBe(false);
  });
});

describe("phone numbers", () => {
  test.each([
    "+49 30 1234567",
    "+1 (212) 555-0123",
    "+44 20 7946 0958",
    "+33 6 12 34 56 78",
    "+8613812345678",
    "(212) 555-0123",
    "212-555-0123",
    "212.555.0123",
    "1-800-555-0199",
    "030 1234567",
    "0171/1234567",
    "06 12 34 56 78",
    "020 7946 0958",
    "(030) 123 45 67",
  ])("%s is one", (number) => expect(found(`Reach me: ${number}`)).toEqual([`phone:${number}`]));
  test("a plain number is a match when its label names it", () => {
    expect(found("Phone: 5551234567")).toEqual(["phone:5551234567"]);
    expect(found("Tel. 0301234567")).toEqual(["phone:0301234567"]);
    expect(found("Parcel 5551234567")).toEqual([]);
  });
  test.each([
    "1,204",
    "€ 1.204.998,00",
    "$12,345,678.90",
    "2026-03-10",
    "10.03.2026",
    "10.03.2026 14:06",
    "03/10/2026",
    "01.02.2026 12 15",
    "14:06:09",
    "v1.24.1002.3",
    "Order 123-4567890-1234567",
    "#4021-5567-22",
    "ISBN 978-0-306-40615-7",
    "0.123456789",
    "1 000 000 000",
    "2024 2025 2026",
    "1280 × 20000",
    "50.1109221, 8.6821267",
    "+15 %",
    "+1,234.56",
    "00000 00000",
    "100-200-3000",
    "RFC 0822 and 2822",
  ])("%s is none", (text) => expect(found(text)).toEqual([]));
});

describe("US social security numbers", () => {
  test.each(["123-45-6789", "078-05-1120", "001-01-0001", "899-99-9999", "523\u201145\u20116789", "212-55-5012"])(
    "%s is one, and no phone number",
    (number) => {
      expect(found(`SSN: ${number}`)).toEqual([`ssn:${number}`]);
      expect(found(`Ada Lovelace, ${number}, born in 1815`)).toEqual([`ssn:${number}`]);
    },
  );
  test.each([
    "SSN 123 45 6789",
    "ssn: 123456789",
    "Social Security number 123 45 6789",
    "Social Security No. 123456789",
    "Soc. Sec. # 123456789",
  ])("%s is labelled", (text) => expect(found(text)).toEqual([`ssn:${text.slice(text.search(/\d/u))}`]));
  test.each([
    "000-12-3456",
    "666-12-3456",
    "900-12-3456",
    "987-65-4321",
    "123-00-6789",
    "123-45-0000",
    "123-45-67890",
    "1123-45-6789",
    "123-45-6789-1",
    "123-45-678",
    "123 45 6789",
    "123456789",
    "A123-45-6789",
    "#123-45-6789",
    "2026-11-2300",
  ])("%s is none", (text) => expect(found(`Order ${text}`)).toEqual([]));
});

describe("IP addresses", () => {
  test.each([
    "192.168.100.200",
    "10.0.0.1",
    "8.8.8.8",
    "127.0.0.1",
    "203.0.113.254",
    "2001:db8::1",
    "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
    "fe80::1ff:fe23:4567:890a",
    "fe80::1%eth0",
    "::1",
    "::ffff:192.0.2.128",
    "64:ff9b::192.0.2.33",
    "2001:DB8:0:0:8:800:200C:417A",
    "2606:4700:4700::1111",
    "fd12:3456:789a::",
  ])("%s is one", (address) => {
    expect(found(`Client ${address} signed in`)).toEqual([`ip:${address}`]);
    expect(found(`(${address}), ${address}`)).toEqual([`ip:${address}`, `ip:${address}`]);
    expect(found(`from ${address}.`)).toEqual([`ip:${address}`]);
  });
  test("only the address matches, without port, mask and scheme", () => {
    expect(found("http://192.168.1.20:8080/login")).toEqual(["ip:192.168.1.20"]);
    expect(found("10.12.0.0/16 and [2001:db8::7]:443")).toEqual(["ip:10.12.0.0", "ip:2001:db8::7"]);
    expect(found("ssh root@10.1.2.3")).toEqual(["ip:10.1.2.3"]);
  });
  test.each([
    "256.1.1.1",
    "192.168.1.999",
    "1.2.3",
    "1.2.3.4.5",
    "01.02.03.04",
    "255.255.255.0",
    "0.0.0.0",
    "v1.2.3.4",
    "version 1.2.3.4",
    "Chrome/120.0.6099.71",
    "Chrome/1.2.3.4",
    "Section 4.2.1.3",
    "14:06:09",
    "00:1A:2B:3C:4D:5E",
    "std::vector",
    "Cafe::Face",
    "a::b",
    "[::2]",
    "4::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "2001::db8::1",
    "2001:db8::12345",
    "2026-03-10T14:06:09:123",
    "::before",
  ])("%s is none", (text) => expect(found(text)).toEqual([]));
});

describe("keys", () => {
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
  test.each([
    `AKIA${"IOSFODNN7EXAMPLE"}`,
    `ghp_${"a1B2".repeat(9)}`,
    `github_pat_${"11ABCDEFG0".repeat(3)}`,
    `sk-proj-${"aB3dE5fG7h".repeat(4)}`,
    `sk_live_${"4eC39HqLyjWDarjtT1zdp7dc"}`,
    `xoxb-${"123456789012-abcdefABCDEF"}`,
    `AIza${"SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"}`,
    `glpat-${"x1Y2z3A4b5C6d7E8f9G0"}`,
    jwt,
  ])("%s is one, anywhere", (key) => expect(found(`Use ${key} today`)).toEqual([`key:${key}`]));

  test("a private key covers its first to its last line, or to the end of the visible text", () => {
    const pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nxyz\n-----END RSA PRIVATE KEY-----";
    expect(found(`before\n${pem}\nafter`)).toEqual([`key:${pem}`]);
    expect(found("-----BEGIN PRIVATE KEY-----\nMIIEow")).toEqual(["key:-----BEGIN PRIVATE KEY-----\nMIIEow"]);
    expect(found("-----BEGIN CERTIFICATE-----\nMIIEow\n-----END CERTIFICATE-----")).toEqual([]);
  });

  test("a value that is assigned to the name of a secret is sensitive", () => {
    expect(found('API_KEY="a1b2c3d4e5f6a7b8"')).toEqual(["key:a1b2c3d4e5f6a7b8"]);
    expect(found("authorization: Bearer abcdefghij0123456789XYZ")).toEqual(["key:abcdefghij0123456789XYZ"]);
    expect(found("password: hunter2!x")).toEqual(["password:hunter2!x"]);
    expect(found("token: required")).toEqual([]);
    expect(found("password: your-password-here")).toEqual([]);
    expect(found("Password: ••••••••")).toEqual([]);
  });

  const random = "q7Zx2mP9vK4tR8wB1nD6sF3hJ5gL0cXa";
  test("a long random text is a key in code only", () => {
    expect(found(`KEY ${random}`, true)).toEqual([`key:${random}`]);
    expect(found(`KEY ${random}`)).toEqual([]);
    expect(found("9f86d081884c7d659a2feaa0c55ad015", true)).toEqual(["key:9f86d081884c7d659a2feaa0c55ad015"]);
  });
  test.each([
    "123e4567-e89b-12d3-a456-426614174000",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "commit 4d8af8d7fa32b871e48d50cae6a022d5b4d8af8d",
    "getUserByEmailAddressAndPasswordHash",
    "node_modules/@scope/package/dist/index.production.min.js",
    "--------------------------------------",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "11111111111111111111111111111111",
  ])("%s is none, in code either", (text) => expect(found(text, true)).toEqual([]));
  test("entropy is measured in bits per character", () => {
    expect(entropyOf("aaaa")).toBe(0);
    expect(entropyOf("abcd")).toBe(2);
  });
});

test("an ordinary paragraph has no match", () => {
  const text =
    "In Q3 2026 we shipped 1,204 units (up 12.5 %) across 98 sites, from 08:00 to 17:30; invoice 2026-000431 is due on 10 March. See §4.2.1, p. 118–124, or build 20260310.3.";
  expect(found(text)).toEqual([]);
});

test("a very long random text is searched in a short time", () => {
  const began = performance.now();
  for (const piece of ["a", "1", "1 ", "+1", "@", "a@", "0-", "DE12 ", "eyJ", "-----BEGIN PRIVATE KEY-----"])
    findMatches(piece.repeat(Math.ceil(50_000 / piece.length)), true);
  expect(performance.now() - began).toBeLessThan(5_000);
});
