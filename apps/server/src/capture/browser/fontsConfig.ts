const pins = { monospace: 'Liberation Mono', serif: 'Liberation Serif', 'sans-serif': 'Liberation Sans' };

const pin = ([generic, family]: [string, string]): string =>
  `<match target="pattern"><test name="family"><string>${generic}</string></test>` +
  `<edit name="family" mode="assign" binding="strong"><string>${family}</string></edit></match>`;

/** A fontconfig file that pins the generic families: headless Chromium can change its mind about them mid-run. */
export const fontsConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${Object.entries(pins).map(pin).join('\n')}
</fontconfig>
`;
