export const helpText = `Usage: image-diff <before.png> <after.png> [options]

Compares two PNG files, pixel by pixel. One of them may be -, which is standard input.

Options:
  -o, --output <file>     write an image: what changed in magenta-red over a pale <after.png>
  -m, --mask <file>       write what changed alone, on a transparent ground
  -t, --threshold <0..1>  how far a color may move, 0 (not at all) to 1 (anything); default 0.063
      --no-anti-aliasing  also count pixels that look like anti-aliasing
      --similarity        also print the similarity of the images (SSIM, 1 for equal images)
      --json              print the result as one line of JSON
  -q, --quiet             print nothing but errors
  -h, --help              print this
  -v, --version           print the version

Exit codes:
  0  no pixel changed
  1  pixels changed
  2  error: one line on standard error says what happened and what to do

Examples:
  image-diff before.png after.png
  image-diff before.png after.png -o difference.png
  git show HEAD:page.png | image-diff - page.png --quiet && echo unchanged
`;
