/**
 * The text of `/docs/llms.txt`, in the form of https://llmstxt.org: a title, a summary, and links to the Markdown of pages.
 *
 * @param {{group: string, pages: {label: string, name: string, description: string}[]}[]} groups
 * @param {(name: string) => string} markdownOf the address of a page's Markdown
 */
export function formatIndex(groups, markdownOf) {
  const lists = groups.map(
    ({ group, pages }) =>
      `## ${group}\n\n${pages
        .map(({ label, name, description }) => `- [${label}](${markdownOf(name)}): ${description}`)
        .join('\n')}`,
  );
  return `# svc

> Self-hosted visual regression testing: an API, a browser fleet, a comparison engine, a review UI, a command line, an SDK and
> plugins for test runners. Every page below is Markdown. The OpenAPI description is at /docs/api/json.

${lists.join('\n\n')}
`;
}
