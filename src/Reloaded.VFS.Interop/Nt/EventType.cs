namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>EVENT_TYPE</c>: what a wait does to an event (<c>ntdef.h</c>).</summary>
public enum EventType : uint
{
    /// <summary>It stays set until it is cleared.</summary>
    NotificationEvent = 0,

    /// <summary>The first wait that it ends clears it.</summary>
    SynchronizationEvent = 1,
}
