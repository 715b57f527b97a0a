import type { Story } from '@ladle/react';

interface Arguments {
  label: string;
}

export default { title: 'Arguments' };

/** Two stories with the same arguments and values. */
export const First: Story<Arguments> = ({ label }) => <p>First {label}</p>;
First.args = { label: 'of two' };

export const Second: Story<Arguments> = ({ label }) => <p>Second {label}</p>;
Second.args = { label: 'of two' };
