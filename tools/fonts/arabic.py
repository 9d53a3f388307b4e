"""Creates the Arabic fonts of the interface from the package @fontsource/ibm-plex-sans-arabic. See packages/ui/src/fonts/README.md.

The files contain the whole block U+0600-06FF (Arabic, Persian, Urdu, Kurdish and others), every contextual form, ligature, mark position
and kerning pair of these letters, and no hinting, which takes a quarter of a file.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "node_modules/@fontsource/ibm-plex-sans-arabic/files"
TARGET = ROOT / "packages/ui/src/fonts"
LETTERS = [*range(0x0600, 0x0700), *range(0x200C, 0x2010), 0x2010, 0x2011]
# The licence reserves the name "Plex" for the original files.
NAME = "Stillreel Arabic"

options = subset.Options(hinting=False, layout_features=["*"], name_IDs=[0, 1, 2, 4, 6, 13, 14], flavor="woff2", recalc_timestamp=False)
for weight in (400, 500, 600):
    font = TTFont(SOURCE / f"ibm-plex-sans-arabic-arabic-{weight}-normal.woff2")
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = (NAME if record.nameID != 6 else NAME.replace(" ", "")) + ("" if record.nameID == 1 else f"-{weight}")
    font.flavor = "woff2"
    font.save(TARGET / f"arabic-{weight}.woff2")
