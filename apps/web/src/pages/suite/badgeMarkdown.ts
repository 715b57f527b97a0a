interface Place {
  org: string;
  project: string;
  suite: string;
}

/** Text between the brackets of Markdown. */
const inBrackets = (text: string): string => text.replace(/[\\`*_[\]<>]/g, '\\$&');

/** An address between the parentheses of Markdown. */
const inParentheses = (address: string): string => address.replaceAll('(', '%28').replaceAll(')', '%29');

/**
 * A badge that links to its suite.
 * @param origin of the service
 * @param url of the badge
 */
export function badgeMarkdown(origin: string, { org, project, suite }: Place, url: string): string {
  const page = `${origin}/${org}/${project}/suites/${encodeURIComponent(suite)}`;
  return `[![${inBrackets(suite)}](${inParentheses(url)})](${inParentheses(page)})`;
}
