import { Gauge, type Registry } from 'prom-client';

interface GaugeOptions<Label extends string> {
  name: string;
  help: string;
  labelNames?: readonly Label[];
  read(): Promise<readonly { labels?: Record<Label, string>; value: number }[]>;
}

/** A value that is read when somebody asks for it. What cannot be read is left out. */
export function gauge<Label extends string>(
  registry: Registry,
  { name, help, labelNames = [], read }: GaugeOptions<Label>,
): void {
  new Gauge<Label>({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const values = await read().catch(() => []);
      this.reset();
      // Without labels, there is a 0 after a reset.
      if (values.length === 0 && labelNames.length === 0) this.remove();
      for (const { labels, value } of values) {
        if (labels) this.set(labels, value);
        else this.set(value);
      }
    },
  });
}
