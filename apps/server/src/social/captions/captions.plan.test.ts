import { describe, expect, it } from "vitest";
import { readCaptions } from "./captions.plan.ts";

const HEAD = "WEBVTT\n\n";
const CUE = "00:00:01.000 --> 00:00:04.000\n";
/** Returns the text of one cue after conversion. */
const textOf = (text: string): string =>
  readCaptions(`${HEAD}00:01.000 --> 00:04.000\n${text}\n`)
    .vtt.slice(HEAD.length + CUE.length)
    .trimEnd();

describe("captions", () => {
  it("are unchanged when they are plain WebVTT", () => {
    const vtt = `${HEAD}${CUE}Hello\nthere\n\n00:00:05.500 --> 00:01:00.000 line:0 align:start\n<v Anna>Bye</v>\n`;
    expect(readCaptions(vtt)).toEqual({ vtt, complaints: [] });
  });

  it("may be SubRip, with a byte order mark, carriage returns, numbers, commas and braces", () => {
    const srt =
      "\ufeff1\r\n00:00:01,000 --> 00:00:04,000\r\n{\\an8}<font color=red>Grüß</font> <i>dich</i>\r\n\r\n2\r\n0:00:05,5 --> 0:00:06,25 X1:10\r\nBye\r\n";
    expect(readCaptions(srt)).toEqual({
      vtt: `${HEAD}${CUE}Grüß <i>dich</i>\n\n00:00:05.500 --> 00:00:06.250\nBye\n`,
      complaints: [],
    });
  });

  it("lose notes, styles, regions, names and unsupported settings", () => {
    const vtt = `WEBVTT Kind: captions\nLanguage: en\n\nSTYLE\n::cue { background: url(https://evil.example) }\n\nREGION\nid:x\n\nNOTE secret\n\nintro\n00:01.000 --> 00:04.000 region:x size:50% onclick:evil\nHi\n`;
    expect(readCaptions(vtt).vtt).toBe(`${HEAD}00:00:01.000 --> 00:00:04.000 size:50%\nHi\n`);
  });

  it.each([
    ["<script>alert(1)</script>", "alert(1)"],
    ["<<b>script>x", "&lt;<b>script&gt;x</b>"],
    ["<img src=x onerror=alert(1)>x", "x"],
    ["<b onclick=alert(1)>x", "<b>x</b>"],
    ["<c.yellow.bg_blue>x</c>", "<c.yellow.bg_blue>x</c>"],
    ['<v Anna "A" &amp; Co>x', '<v Anna "A" &amp; Co>x</v>'],
    ["<b><i>x</b> y</i>", "<b><i>x</i></b> y"],
    ["</b>x <00:02.000>y <ruby>z<rt>a</rt></ruby>", "x y za"],
    ["1 < 2 && 3 > 2", "1 &lt; 2 &amp;&amp; 3 &gt; 2"],
    ["a --> b", "a --&gt; b"],
    ["&lt;script&gt; &amp;lt; &nbsp;&lrm;", "&lt;script&gt; &amp;lt; \u00a0\u200e"],
    ["<B>x</B>", "<b>x</b>"],
    ["a\u0001b", "ab"],
  ])("retain only safe tags, and escape other characters: %s", (source, expected) => {
    expect(textOf(source)).toBe(expected);
    // A second conversion does not change the text.
    expect(textOf(expected)).toBe(expected);
  });

  it("are sorted by time", () => {
    const vtt = readCaptions(`${HEAD}00:05.000 --> 00:06.000\nsecond\n\n00:01.000 --> 00:02.000\nfirst\n`).vtt;
    expect(vtt.indexOf("first")).toBeLessThan(vtt.indexOf("second"));
  });

  it.each([
    ["", ["There are no captions in this text."]],
    [HEAD, ["There are no captions in this text."]],
    [`${HEAD}00:01.000 --> 00:02.000\n<b></b> \n`, ["There are no captions in this text."]],
    [`${HEAD}Hello\n`, ["Line 3: a time such as 00:01.000 --> 00:04.000 is missing."]],
    [`${HEAD}00:04.000 --> 00:01.000\nx\n`, ["Line 3: the end must come after the start."]],
    [`1\n00:99:01,000 --> 00:99:04,000\nx\n`, ["Line 2: this time cannot be read."]],
    [`1\nsoon --> later\nx\n\n2\n`, ["Line 2: this time cannot be read.", "Line 5: a time such as 00:01.000 --> 00:04.000 is missing."]],
  ])("with errors are reported line by line: %j", (source, complaints) => {
    expect(readCaptions(source).complaints).toEqual(complaints);
  });

  it("of a megabyte are parsed within the time limit for any content", () => {
    for (const piece of ["<b>", "<", "&", "{\\", "<v x ", "00:01.000 --> 00:02.000 ", "<b.a.a", "\n\n"]) {
      const began = process.threadCpuUsage();
      readCaptions(`${HEAD}00:01.000 --> 00:04.000\n${piece.repeat(1_000_000 / piece.length)}`);
      readCaptions(piece.repeat(1_000_000 / piece.length));
      readCaptions(`${HEAD}00:01.000 --> 00:04.000\n${piece.repeat(500_000 / piece.length)}${"</u>".repeat(125_000)}`);
      // CPU time of this thread only, because other tests may run at the same time.
      expect(process.threadCpuUsage(began).user / 1000, piece).toBeLessThan(1_500);
    }
  });
});
