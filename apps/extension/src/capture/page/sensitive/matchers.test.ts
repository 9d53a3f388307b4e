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
  test("two in a row are two", () => {
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
  test("a bare number is one where it is called one", () => {
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
    "192.168.100.200",
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

  test("a private key is one from its first line to its last, or to the end of what is seen", () => {
    const pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nxyz\n-----END RSA PRIVATE KEY-----";
    expect(found(`before\n${pem}\nafter`)).toEqual([`key:${pem}`]);
    expect(found("-----BEGIN PRIVATE KEY-----\nMIIEow")).toEqual(["key:-----BEGIN PRIVATE KEY-----\nMIIEow"]);
    expect(found("-----BEGIN CERTIFICATE-----\nMIIEow\n-----END CERTIFICATE-----")).toEqual([]);
  });

  test("what is assigned to a secret's name is one", () => {
    expect(found('API_KEY="a1b2c3d4e5f6a7b8"')).toEqual(["key:a1b2c3d4e5f6a7b8"]);
    expect(found("authorization: Bearer abcdefghij0123456789XYZ")).toEqual(["key:abcdefghij0123456789XYZ"]);
    expect(found("password: hunter2!x")).toEqual(["password:hunter2!x"]);
    expect(found("token: required")).toEqual([]);
    expect(found("password: your-password-here")).toEqual([]);
    expect(found("Password: ••••••••")).toEqual([]);
  });

  const random = "q7Zx2mP9vK4tR8wB1nD6sF3hJ5gL0cXa";
  test("a long random text is one in code, and nowhere else", () => {
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
  test("entropy is in bits a character", () => {
    expect(entropyOf("aaaa")).toBe(0);
    expect(entropyOf("abcd")).toBe(2);
  });
});

test("an ordinary paragraph holds nothing", () => {
  const text =
    "In Q3 2026 we shipped 1,204 units (up 12.5 %) across 98 sites, from 08:00 to 17:30; invoice 2026-000431 is due on 10 March. See §4.2.1, p. 118–124, or build 20260310.3.";
  expect(found(text)).toEqual([]);
});

test("a text without end or sense takes no time", () => {
  const began = performance.now();
  for (const piece of ["a", "1", "1 ", "+1", "@", "a@", "0-", "DE12 ", "eyJ", "-----BEGIN PRIVATE KEY-----"])
    findMatches(piece.repeat(Math.ceil(50_000 / piece.length)), true);
  expect(performance.now() - began).toBeLessThan(5_000);
});
