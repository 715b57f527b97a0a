/** How a project is named to people and in addresses. */
export const slugOf = (project: { org: string; name: string }): string => `${project.org}/${project.name}`;
