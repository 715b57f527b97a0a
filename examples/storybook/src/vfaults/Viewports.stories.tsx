/** Stories that name the sizes in which they want to be seen. Built with `SVC_EXAMPLE_VERSION=faults` only. */
export default {
  title: 'Viewports',
  parameters: {
    viewport: {
      options: { kiosk: { name: 'Kiosk', styles: { width: '600px', height: '900px' }, type: 'other' } },
    },
    chromatic: { cropToViewport: true },
  },
  render: () => <p>As wide as it is</p>,
};

export const InModes = {
  parameters: {
    chromatic: {
      modes: {
        kiosk: { viewport: 'kiosk' },
        phone: { viewport: 'mobile1' },
        tall: { viewport: { height: '1000px' } },
        off: { viewport: 'kiosk', disable: true },
      },
    },
  },
};
export const OfItsOwn = { globals: { viewport: { value: 'kiosk', isRotated: true } } };
export const Unknown = { parameters: { chromatic: { modes: { odd: { viewport: 'watch' } } } } };
