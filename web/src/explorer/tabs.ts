/** Tabs of a first visit: a query over HTTP and a subscription over the WebSocket. */
export const tabs = [
  {
    query: `# El inventario de endpoints con su salud: Ctrl-Intro lo pide.
query Inventario {
  inventory {
    revision
    summary {
      total
      critical
    }
    areas {
      name
      state
      endpointCount
    }
    endpoints {
      edges {
        node {
          method
          path
          state
          reason
          latencyMs
          errorRate
        }
      }
    }
  }
}
`,
    headers: '{ "GraphQL-Cost": "1" }',
  },
  {
    query: `# El panel de notificaciones: el estado de ahora y, después, cada cambio.
subscription Notificaciones {
  notifications {
    revision
    badge
    categories {
      title
      count
      incidents {
        subject {
          name
        }
        severity
        openedAt
        reason
      }
    }
  }
}
`,
  },
]
