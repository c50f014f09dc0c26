using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;

namespace Reloaded.VFS.Hooks.View;

/// <summary>A call of a hooked function, with the arguments that the game gave.</summary>
/// <typeparam name="TResult">What the function returns.</typeparam>
internal interface IHookedCall<TResult>
    where TResult : unmanaged
{
    /// <summary>What comes of it for the game where the VFS fails: a literal, as <see cref="HandlerFaults.Note"/> takes it.</summary>
    static abstract string Failure { get; }

    /// <summary>Answers the call. What it throws goes no further than <see cref="HookedCall"/>.</summary>
    /// <param name="view">What the game sees.</param>
    /// <param name="isPathMissing">As <see cref="HandlerScope.IsPathMissing"/> has it.</param>
    /// <param name="ended">
    /// Gets how the original has ended as soon as the original isn't to run again, whatever is still to be done.
    /// </param>
    TResult Answer(MergedView view, bool isPathMissing, ref Ended<TResult> ended);

    /// <summary>
    /// What the game gets where the VFS fails before the original has ended: what the original says to the call as the game made it, or
    /// an error where that could change what the game isn't to change. Throws nothing.
    /// </summary>
    /// <param name="view">What the game sees.</param>
    TResult AnswerWithoutVfs(MergedView view);
}

/// <summary>How the original of a hooked function has ended, once that is known.</summary>
internal struct Ended<TResult>
    where TResult : unmanaged
{
    /// <summary>Whether the original has ended.</summary>
    public bool IsKnown { get; private set; }

    /// <summary>What the original returned, where that is known.</summary>
    public TResult Result { get; private set; }

    /// <summary>Notes how the original has ended, and hands it on.</summary>
    public TResult With(TResult result)
    {
        (IsKnown, Result) = (true, result);
        return result;
    }
}

/// <summary>
/// The frame of every handler, and the one rule for what the VFS throws in it: nothing leaves a handler, which would end the game. The call
/// ends as the original has ended it, or, where the original hasn't run, as it would without the VFS.
/// </summary>
internal static class HookedCall
{
    /// <summary>Answers a call within a <see cref="HandlerScope"/>.</summary>
    [SkipLocalsInit]
    public static TResult Run<TCall, TResult>(ref TCall call)
        where TCall : struct, IHookedCall<TResult>, allows ref struct
        where TResult : unmanaged
    {
        using HandlerScope scope = HandlerScope.Enter();
        Ended<TResult> ended = default;
        try
        {
            return call.Answer(MergedView.Current, scope.IsPathMissing, ref ended);
        }
        catch (Exception e)
        {
            return Fail(ref call, e, in ended);
        }
    }

    /// <summary>Answers a call that says itself which of its own calls go past the hooks.</summary>
    public static TResult RunOutside<TCall, TResult>(ref TCall call)
        where TCall : struct, IHookedCall<TResult>
        where TResult : unmanaged
    {
        Ended<TResult> ended = default;
        try
        {
            return call.Answer(MergedView.Current, isPathMissing: false, ref ended);
        }
        catch (Exception e)
        {
            return Fail(ref call, e, in ended);
        }
    }

    // Out of memory, or a fault of the VFS.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TResult Fail<TCall, TResult>(ref TCall call, Exception cause, in Ended<TResult> ended)
        where TCall : struct, IHookedCall<TResult>, allows ref struct
        where TResult : unmanaged
    {
        HandlerFaults.Note(TCall.Failure, cause);
        return ended.IsKnown ? ended.Result : call.AnswerWithoutVfs(MergedView.Current);
    }
}
