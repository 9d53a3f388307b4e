import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { taggedText } from "./tagged-text.tsx";

const LINKS = {
  terms: (inner: string) => <a href="/terms">{inner}</a>,
  privacy: (inner: string) => <a href="/privacy">{inner}</a>,
};
const html = (text: string): string => render(taggedText(text, LINKS)).container.innerHTML;

test("the tagged parts of a sentence are elements, in the order of the language", () => {
  expect(html("You agree to the <terms>terms</terms> and <privacy>privacy policy</privacy>.")).toBe(
    'You agree to the <a href="/terms">terms</a> and <a href="/privacy">privacy policy</a>.',
  );
  expect(html("<privacy>隐私政策</privacy>和<terms>服务条款</terms>")).toBe(
    '<a href="/privacy">隐私政策</a>和<a href="/terms">服务条款</a>',
  );
});

test("other tags and plain texts contain no markup", () => {
  expect(html("no tags <b>here</b> & <script>alert(1)</script>")).toBe("no tags here &amp; alert(1)");
  expect(html("<terms>open")).toBe("&lt;terms&gt;open");
});
